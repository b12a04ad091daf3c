// Values as bytes, by their declared type, for the wire between the tests and a program that run apart.
//
// The reading side may be the judge, and whoever wrote the bytes its enemy. So a Reader never looks past its frame, no
// count is believed that the rest of the frame could not hold, and memory that a frame may ask for has a bound of its own:
// an element of one byte on the wire may be a large object. Whatever does not fit ends in `assay_broken`, never in a value
// of a declared type that no program could have made (a bool of 2, a set with an element twice).
//
// Both halves of one case come from one image on one machine, so numbers are written as they lie in memory.
// A type that is not here cannot be sent: the judge's half then does not compile, and the case is not divided.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

// Each half defines what it does with a frame that breaks the agreement.
extern "C" [[noreturn]] void assay_broken();

namespace assay_wire {

constexpr std::size_t FRAME_BYTES = 8 << 20;
constexpr std::size_t HELD_BYTES = 128 << 20;  // of objects that one frame may turn into
constexpr std::size_t NODE_BYTES = 48;  // around an element that lies in memory by itself

class Writer {
  public:
    void put(const void* from, std::size_t length);
    void put_count(std::size_t many);
    std::string bytes;
};

class Reader {
  public:
    explicit Reader(std::string frame) : bytes(std::move(frame)) {}
    void take(void* to, std::size_t length);
    // How many elements follow, of at least `least` bytes each on the wire and `held` bytes in memory.
    std::size_t take_count(std::size_t least, std::size_t held);
    std::size_t left() const { return bytes.size() - at; }
    void end() const;

  private:
    std::string bytes;
    std::size_t at = 0, holds = 0;
};

// How a T is written and read. `least`: bytes that the shortest value takes, never 0, so that counts can be checked.
template <class T, class = void> struct Plain;

template <class T> struct Plain<T, std::enable_if_t<std::is_arithmetic_v<T>>> {
    static constexpr std::size_t least = sizeof(T);
    static void put(Writer& to, T value) { to.put(&value, sizeof value); }
    static T take(Reader& from) {
        T value;
        from.take(&value, sizeof value);
        return value;
    }
};

template <> struct Plain<bool> {
    static constexpr std::size_t least = 1;
    static void put(Writer& to, bool value);
    static bool take(Reader& from);
};

// Ten bytes of it mean something. Some patterns are no number to the processor, and none that a computation gives.
template <> struct Plain<long double> {
    static constexpr std::size_t least = 10;
    static void put(Writer& to, long double value);
    static long double take(Reader& from);
};

// Containers of any number of elements. The members are no inline functions, so that a compilation does not pay for those
// that the room has compiled beforehand (common.h).
template <class C, class T> struct Elements {
    static constexpr std::size_t least = 4;
    static void put(Writer& to, const C& value);
    static C take(Reader& from);
};

template <class C, class T> void Elements<C, T>::put(Writer& to, const C& value) {
    to.put_count(value.size());
    for (auto&& element : value) Plain<T>::put(to, element);
}

template <class C, class T> C Elements<C, T>::take(Reader& from) {
    constexpr bool side_by_side = std::is_same_v<C, std::vector<T>> || std::is_same_v<C, std::deque<T>>;
    const std::size_t count = from.take_count(Plain<T>::least, sizeof(T) + (side_by_side ? 0 : NODE_BYTES));
    C made;
    for (std::size_t place = 0; place < count; place++) made.insert(made.end(), Plain<T>::take(from));
    if (made.size() != count) assay_broken();  // a set or map was given a key twice
    return made;
}

template <class T> struct Plain<std::vector<T>> : Elements<std::vector<T>, T> {};
template <class T> struct Plain<std::deque<T>> : Elements<std::deque<T>, T> {};
template <class T> struct Plain<std::list<T>> : Elements<std::list<T>, T> {};
template <class T, class L> struct Plain<std::set<T, L>> : Elements<std::set<T, L>, T> {};
template <class T, class L> struct Plain<std::multiset<T, L>> : Elements<std::multiset<T, L>, T> {};
template <class T> struct Plain<std::unordered_set<T>> : Elements<std::unordered_set<T>, T> {};
template <class T> struct Plain<std::unordered_multiset<T>> : Elements<std::unordered_multiset<T>, T> {};
template <class K, class V, class L>
struct Plain<std::map<K, V, L>> : Elements<std::map<K, V, L>, std::pair<K, V>> {};
template <class K, class V, class L>
struct Plain<std::multimap<K, V, L>> : Elements<std::multimap<K, V, L>, std::pair<K, V>> {};
template <class K, class V>
struct Plain<std::unordered_map<K, V>> : Elements<std::unordered_map<K, V>, std::pair<K, V>> {};
template <class K, class V>
struct Plain<std::unordered_multimap<K, V>> : Elements<std::unordered_multimap<K, V>, std::pair<K, V>> {};

template <class T> struct Plain<std::basic_string<T>> {
    static constexpr std::size_t least = 4;
    static void put(Writer& to, const std::basic_string<T>& value);
    static std::basic_string<T> take(Reader& from);
};

template <class T> void Plain<std::basic_string<T>>::put(Writer& to, const std::basic_string<T>& value) {
    to.put_count(value.size());
    to.put(value.data(), value.size() * sizeof(T));
}

template <class T> std::basic_string<T> Plain<std::basic_string<T>>::take(Reader& from) {
    std::basic_string<T> made(from.take_count(sizeof(T), sizeof(T)), T());
    from.take(made.data(), made.size() * sizeof(T));
    return made;
}

template <class T> struct Plain<std::optional<T>> {
    static constexpr std::size_t least = 1;
    static void put(Writer& to, const std::optional<T>& value) {
        Plain<bool>::put(to, value.has_value());
        if (value) Plain<T>::put(to, *value);
    }
    static std::optional<T> take(Reader& from) {
        std::optional<T> made;
        if (Plain<bool>::take(from)) made.emplace(Plain<T>::take(from));
        return made;
    }
};

template <class A, class B> struct Plain<std::pair<A, B>> {
    static constexpr std::size_t least = Plain<A>::least + Plain<B>::least;
    template <class P> static void put(Writer& to, const P& value) {  // a map's pairs have a const A
        Plain<A>::put(to, value.first);
        Plain<B>::put(to, value.second);
    }
    static std::pair<A, B> take(Reader& from) {
        A first = Plain<A>::take(from);
        return {std::move(first), Plain<B>::take(from)};
    }
};

// One byte more than its elements, since it may have none.
template <class... T> struct Plain<std::tuple<T...>> {
    static constexpr std::size_t least = (1 + ... + Plain<T>::least);
    static void put(Writer& to, const std::tuple<T...>& value) {
        Plain<bool>::put(to, true);
        std::apply([&](const T&... element) { (Plain<T>::put(to, element), ...); }, value);
    }
    static std::tuple<T...> take(Reader& from) {
        if (!Plain<bool>::take(from)) assay_broken();
        return std::tuple<T...>{Plain<T>::take(from)...};  // braces: from the left to the right
    }
};

template <class T, std::size_t N> struct Plain<std::array<T, N>> {
    static constexpr std::size_t least = 1 + N * Plain<T>::least;
    static void put(Writer& to, const std::array<T, N>& value) {
        Plain<bool>::put(to, true);
        for (const T& element : value) Plain<T>::put(to, element);
    }
    static std::array<T, N> take(Reader& from) {
        if (!Plain<bool>::take(from)) assay_broken();
        std::array<T, N> made{};
        for (T& element : made) element = Plain<T>::take(from);
        return made;
    }
};

}  // namespace assay_wire
