void* operator new(size_t size) { void* p = malloc(size); if (!p) throw std::bad_alloc(); return p; }
void operator delete(void* p) noexcept { free(p); }
int add(int a, int b) { return *new int(a) + b; }
