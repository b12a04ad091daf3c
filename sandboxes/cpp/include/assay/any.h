// boost::any and std::any where they hold one of the values that published tests put there. Included where a benchmark's
// code speaks of them.
#pragma once

#include <any>
#include <boost/any.hpp>

#include <assay/plain.h>

namespace assay_wire {

// What is in the any is not of a type that can be sent. The judge then has the tests run beside the program; a program keeps
// its result, of which the tests get a number, and has it again where they hand that back.
void put_foreign(Writer& to);

// No any_cast of the tests fits it.
struct Foreign {
    std::uint32_t number;
};

template <class Any> struct PlainAny {
    static constexpr std::size_t least = 1;
    static constexpr unsigned char NOTHING = 0, FOREIGN = 255;

    static void put(Writer& to, const Any& value) {
        if (value.type() == typeid(void)) to.put(&NOTHING, 1);
        else if (value.type() == typeid(Foreign)) put_number(to, as_foreign(value).number);
        else if (!put_one_of<int, long, long long, unsigned, char, bool, double, float, std::string>(to, value)) keep(to, value);
    }

    static Any take(Reader& from) {
        unsigned char sort;
        from.take(&sort, 1);
        if (sort == NOTHING) return Any();
        if (sort == FOREIGN) return known(Plain<std::uint32_t>::take(from));
        return take_one_of<int, long, long long, unsigned, char, bool, double, float, std::string>(from, sort);
    }

  private:
    static inline std::vector<Any> kept;  // by a program; the judge keeps nothing

    static void keep(Writer& to, const Any& value) {
        put_foreign(to);
        const auto number = static_cast<std::uint32_t>(kept.size());
        Plain<std::uint32_t>::put(to, number);
        kept.push_back(value);
    }

    static void put_number(Writer& to, std::uint32_t number) {
        to.put(&FOREIGN, 1);
        Plain<std::uint32_t>::put(to, number);
    }

    static Foreign as_foreign(const Any& value) {
        using std::any_cast;
        return any_cast<Foreign>(value);
    }

    static Any known(std::uint32_t number) { return number < kept.size() ? kept[number] : Any(Foreign{number}); }

    template <class... T> static bool put_one_of(Writer& to, const Any& value) {
        using std::any_cast;  // and boost's, found by its argument
        unsigned char sort = 0;
        return (... || (++sort, value.type() == typeid(T) && (to.put(&sort, 1), Plain<T>::put(to, any_cast<T>(value)), true)));
    }

    template <class... T> static Any take_one_of(Reader& from, unsigned char sort) {
        Any made;
        unsigned char tried = 0;
        if (!(... || (++tried == sort && (made = Plain<T>::take(from), true)))) assay_broken();
        return made;
    }
};

template <> struct Plain<boost::any> : PlainAny<boost::any> {};
template <> struct Plain<std::any> : PlainAny<std::any> {};

}  // namespace assay_wire
