string add(string a, string b) { return string(6 << 20, 0); }
