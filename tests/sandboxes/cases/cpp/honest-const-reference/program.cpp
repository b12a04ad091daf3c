long add(const long& a, const int& b) { return a + b; }
