struct Sum {
    int value;
};

any add(any a, any b) {
    if (a.type() == typeid(Sum)) return any_cast<Sum>(a).value + any_cast<int>(b);
    return Sum{any_cast<int>(a) + any_cast<int>(b)};
}
