// The tests' assert: a failed one is told to the harness, which the program cannot replace.
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
extern "C" [[noreturn]] void assay_wrong(const char* what, const char* file, int line);
#define assert(...) (static_cast<bool>(__VA_ARGS__) ? (void)0 : assay_wrong(#__VA_ARGS__, __FILE__, __LINE__))
#endif
