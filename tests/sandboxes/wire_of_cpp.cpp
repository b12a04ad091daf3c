// Round trips of every sort of type through the wire of the C++ room, then frames that an enemy changed: each must be
// refused or become a value that is written with as many bytes again. Built and run by test_cpp_wire.py with undefined
// behaviour trapped. Arguments: how many frames per type, and the seed.
#include <assay/any.h>
#include <assay/raised.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>

struct Broken {};
extern "C" [[noreturn]] void assay_broken() { throw Broken(); }

// No frame of the sizes here is worth more than this.
constexpr std::size_t ALLOCATION_BYTES = 64 << 20;
void* operator new(std::size_t size) {
    void* made = size > ALLOCATION_BYTES ? nullptr : std::malloc(size);
    if (made) return made;
    std::fprintf(stderr, "an allocation of %zu bytes\n", size);
    std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace assay_wire {
void put_foreign(Writer& to) { to.put(&PlainAny<std::any>::FOREIGN, 1); }
}

using namespace assay_wire;
using namespace std;

mt19937_64 chance;
long frames, refused;

void require(bool holds, const char* what, const char* type) {
    if (holds) return;
    fprintf(stderr, "%s: %s\n", what, type);
    exit(1);
}

template <class T> string written(const T& value) {
    Writer to;
    Plain<T>::put(to, value);
    return to.bytes;
}

template <class T> T read(const string& bytes) {
    Reader from(bytes);
    T value = Plain<T>::take(from);
    from.end();
    return value;
}

string changed(string bytes) {
    for (int changes = 1 + chance() % 3; changes > 0; changes--) {
        const size_t place = bytes.empty() ? 0 : chance() % bytes.size();
        switch (chance() % 6) {
            case 0: if (!bytes.empty()) bytes[place] = static_cast<char>(chance()); break;
            case 1: if (!bytes.empty()) bytes[place] ^= static_cast<char>(1 << chance() % 8); break;
            case 2: bytes.resize(place); break;
            case 3: bytes.insert(place, bytes.substr(place, chance() % 16)); break;
            case 4: bytes.append(chance() % 8, static_cast<char>(chance())); break;
            case 5: for (size_t at = place; at < min(place + 4, bytes.size()); at++) bytes[at] = static_cast<char>(0xFF); break;
        }
    }
    return bytes;
}

// Goes on from frames that were taken, so that damage adds up.
template <class T> void attack(const string& honest, long many) {
    string taken = honest;
    for (long number = 0; number < many; number++, frames++) {
        const string bytes = changed(taken);
        try {
            require(written(read<T>(bytes)).size() == bytes.size(), "a value of another size was made", __PRETTY_FUNCTION__);
            taken = number % 64 && bytes.size() < 4096 ? bytes : honest;
        } catch (Broken) {
            refused++;
        }
    }
}

template <class T> void check(long many, initializer_list<T> values) {
    for (const T& value : values) {
        const string bytes = written(value);
        require(bytes.size() >= Plain<T>::least, "shorter than the shortest", __PRETTY_FUNCTION__);
        require(written(read<T>(bytes)) == bytes, "changed on its way", __PRETTY_FUNCTION__);
        if constexpr (!is_same_v<T, any> && !is_same_v<T, boost::any>)
            require(read<T>(bytes) == value || value != value, "not the same", __PRETTY_FUNCTION__);
        attack<T>(bytes, many / static_cast<long>(values.size()));
    }
}

template <class T> void check_number(long many) {
    using limits = numeric_limits<T>;
    check<T>(many, {T(), T(1), limits::lowest(), limits::min(), limits::max()});
    if constexpr (is_floating_point_v<T>) {
        check<T>(many, {limits::infinity(), -limits::infinity(), limits::quiet_NaN(), -T(), limits::denorm_min()});
        require(signbit(read<T>(written(-T()))), "lost a sign", __PRETTY_FUNCTION__);
        require(isnan(read<T>(written(limits::quiet_NaN()))), "is a number", __PRETTY_FUNCTION__);
    }
    check<vector<T>>(many, {{}, {T()}, vector<T>(50, limits::max())});
}

template <class... T> void check_numbers(long many) { (check_number<T>(many), ...); }

template <class T> void check_raised(long many, T thrown) {
    Writer to;
    try { throw thrown; } catch (...) { put_raised(to); }
    try { Reader from(to.bytes); throw_raised(from); } catch (const T&) {}
    for (long number = 0; number < many; number++, frames++) {
        Reader from(changed(to.bytes));
        try { throw_raised(from); } catch (Broken) { refused++; } catch (...) {}
    }
}

int main(int, char** arguments) {
    const long many = atol(arguments[1]);
    chance.seed(strtoull(arguments[2], nullptr, 10));
    const string text("a\0\xF0\x9F\x98\x80\xFF", 7);
    check_numbers<bool, char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, long long,
                  unsigned long long, __int128, wchar_t, char16_t, char32_t, float, double, long double>(many);
    check<string>(many, {"", text, string(1000, 'x')});
    check<u32string>(many, {U"", U"\U0001F600"});
    check<vector<string>>(many, {{}, {""}, {text, "", text}});
    check<vector<vector<int>>>(many, {{}, {{}}, {{1, 2}, {}, {3}}});
    check<deque<bool>>(many, {{}, {true, false}});
    check<list<array<string, 2>>>(many, {{}, {{"a", "b"}}});
    check<array<int, 0>>(many, {{}});
    check<set<int>>(many, {{}, {1, 2, 3}});
    check<set<string, greater<string>>>(many, {{}, {"a", "b"}});
    check<multiset<double>>(many, {{}, {1, 1, -0.0, 0.0}});
    check<unordered_set<string>>(many, {{}, {text}});
    check<unordered_multiset<int>>(many, {{}, {7, 7}});
    check<map<char, int>>(many, {{}, {{'a', 1}, {'b', -1}}});
    check<map<string, vector<map<int, double>>>>(many, {{}, {{"a", {}}, {"b", {{{1, 2}}, {}}}}});
    check<multimap<int, string>>(many, {{}, {{1, "b"}, {1, "a"}}});
    check<unordered_map<int, bool>>(many, {{}, {{1, true}}});
    check<unordered_multimap<int, int>>(many, {{}, {{1, 2}, {1, 2}}});
    check<pair<int, string>>(many, {{1, text}});
    check<tuple<>>(many, {{}});
    check<vector<tuple<>>>(many, {{}, {{}, {}}});
    check<tuple<int, string, vector<bool>>>(many, {{1, "", {true, false}}});
    check<optional<string>>(many, {{}, text});
    check<vector<optional<vector<optional<int>>>>>(many, {{}, {nullopt, vector<optional<int>>{nullopt, 1}}});
    check<vector<optional<array<double, 1000>>>>(many, {{}, {nullopt, nullopt}});
    check<any>(many, {any(), any(1), any(2L), any(3LL), any(4u), any('c'), any(true), any(1.5), any(1.5f), any(text)});
    attack<list<boost::any>>(written(list<boost::any>{boost::any(), boost::any(1), boost::any(text)}), many);
    check_raised(many, out_of_range("far"));
    check_raised(many, bad_alloc());
    check_raised(many, 7);
    check_raised(many, text);
    printf("%ld frames, %ld refused\n", frames, refused);
}
