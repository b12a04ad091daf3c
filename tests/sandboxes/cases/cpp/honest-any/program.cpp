boost::any add(list_any a, int b) { return *next(a.begin(), b); }
