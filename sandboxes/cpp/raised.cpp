#include <assay/raised.h>

#include <any>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>
#include <variant>

namespace assay_wire {

namespace {

constexpr std::size_t TEXT_BYTES = 64 << 10;

// In the order in which they are tried: a class before those that it derives from.
enum Sort : unsigned char {
    OUT_OF_RANGE, INVALID_ARGUMENT, LENGTH_ERROR, DOMAIN_ERROR, LOGIC_ERROR, RANGE_ERROR, OVERFLOW_ERROR, UNDERFLOW_ERROR,
    RUNTIME_ERROR, BAD_ALLOC, BAD_ANY_CAST, BAD_CAST, BAD_TYPEID, BAD_OPTIONAL, BAD_VARIANT, BAD_FUNCTION, BAD_WEAK,
    EXCEPTION, INT, LONG, LONG_LONG, UNSIGNED, CHAR, BOOL, DOUBLE, FLOAT, C_STRING, STRING, OTHER,
};

struct Other {};

// Thrown where a program's own class derives from std::exception only.
class Exception : public std::exception {
  public:
    explicit Exception(std::string what) : text(std::make_shared<std::string>(std::move(what))) {}
    const char* what() const noexcept override { return text->c_str(); }

  private:
    std::shared_ptr<std::string> text;  // copying an exception must not throw
};

void put_text(Writer& to, Sort sort, std::string text) {
    text.resize(std::min(text.size(), TEXT_BYTES));
    to.put(&sort, 1);
    Plain<std::string>::put(to, text);
}

template <class T> void put_value(Writer& to, Sort sort, T value) {
    to.put(&sort, 1);
    Plain<T>::put(to, value);
}

template <class T> [[noreturn]] void throw_value(Reader& from) {
    T value = Plain<T>::take(from);
    from.end();
    throw value;
}

template <class T> [[noreturn]] void throw_text(Reader& from) {
    std::string text = Plain<std::string>::take(from);
    from.end();
    if constexpr (std::is_constructible_v<T, std::string>) throw T(text);
    else throw T();
}

// The text must outlive whoever catches the pointer; the process is short.
[[noreturn]] void throw_c_string(Reader& from) {
    const auto* text = new std::string(Plain<std::string>::take(from));
    from.end();
    throw text->c_str();
}

Sort sort_of_standard() {
    try { throw; }
    catch (const std::out_of_range&) { return OUT_OF_RANGE; }
    catch (const std::invalid_argument&) { return INVALID_ARGUMENT; }
    catch (const std::length_error&) { return LENGTH_ERROR; }
    catch (const std::domain_error&) { return DOMAIN_ERROR; }
    catch (const std::logic_error&) { return LOGIC_ERROR; }
    catch (const std::range_error&) { return RANGE_ERROR; }
    catch (const std::overflow_error&) { return OVERFLOW_ERROR; }
    catch (const std::underflow_error&) { return UNDERFLOW_ERROR; }
    catch (const std::runtime_error&) { return RUNTIME_ERROR; }
    catch (const std::bad_alloc&) { return BAD_ALLOC; }
    catch (const std::bad_any_cast&) { return BAD_ANY_CAST; }
    catch (const std::bad_cast&) { return BAD_CAST; }
    catch (const std::bad_typeid&) { return BAD_TYPEID; }
    catch (const std::bad_optional_access&) { return BAD_OPTIONAL; }
    catch (const std::bad_variant_access&) { return BAD_VARIANT; }
    catch (const std::bad_function_call&) { return BAD_FUNCTION; }
    catch (const std::bad_weak_ptr&) { return BAD_WEAK; }
    catch (const std::exception&) { return EXCEPTION; }
}

}  // namespace

void put_raised(Writer& to) {
    try { throw; }
    catch (const std::exception& error) { put_text(to, sort_of_standard(), error.what()); }
    catch (int value) { put_value(to, INT, value); }
    catch (long value) { put_value(to, LONG, value); }
    catch (long long value) { put_value(to, LONG_LONG, value); }
    catch (unsigned value) { put_value(to, UNSIGNED, value); }
    catch (char value) { put_value(to, CHAR, value); }
    catch (bool value) { put_value(to, BOOL, value); }
    catch (double value) { put_value(to, DOUBLE, value); }
    catch (float value) { put_value(to, FLOAT, value); }
    catch (const char* text) { put_text(to, C_STRING, text ? text : ""); }
    catch (const std::string& text) { put_text(to, STRING, text); }
    catch (...) { put_text(to, OTHER, ""); }
}

void throw_raised(Reader& from) {
    unsigned char sort;
    from.take(&sort, 1);
    switch (sort) {
        case OUT_OF_RANGE: throw_text<std::out_of_range>(from);
        case INVALID_ARGUMENT: throw_text<std::invalid_argument>(from);
        case LENGTH_ERROR: throw_text<std::length_error>(from);
        case DOMAIN_ERROR: throw_text<std::domain_error>(from);
        case LOGIC_ERROR: throw_text<std::logic_error>(from);
        case RANGE_ERROR: throw_text<std::range_error>(from);
        case OVERFLOW_ERROR: throw_text<std::overflow_error>(from);
        case UNDERFLOW_ERROR: throw_text<std::underflow_error>(from);
        case RUNTIME_ERROR: throw_text<std::runtime_error>(from);
        case BAD_ALLOC: throw_text<std::bad_alloc>(from);
        case BAD_ANY_CAST: throw_text<std::bad_any_cast>(from);
        case BAD_CAST: throw_text<std::bad_cast>(from);
        case BAD_TYPEID: throw_text<std::bad_typeid>(from);
        case BAD_OPTIONAL: throw_text<std::bad_optional_access>(from);
        case BAD_VARIANT: throw_text<std::bad_variant_access>(from);
        case BAD_FUNCTION: throw_text<std::bad_function_call>(from);
        case BAD_WEAK: throw_text<std::bad_weak_ptr>(from);
        case EXCEPTION: throw_text<Exception>(from);
        case INT: throw_value<int>(from);
        case LONG: throw_value<long>(from);
        case LONG_LONG: throw_value<long long>(from);
        case UNSIGNED: throw_value<unsigned>(from);
        case CHAR: throw_value<char>(from);
        case BOOL: throw_value<bool>(from);
        case DOUBLE: throw_value<double>(from);
        case FLOAT: throw_value<float>(from);
        case C_STRING: throw_c_string(from);
        case STRING: throw_value<std::string>(from);
        case OTHER: throw_text<Other>(from);
        default: assay_broken();
    }
}

}  // namespace assay_wire
