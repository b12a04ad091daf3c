// What nearly all programs and tests use of the library, with the wire of divided cases, to be precompiled.
//
// <bits/stdc++.h> has more, and each compilation pays for what nobody uses of it: the compiler instantiates whatever the
// inline functions of its headers call, which took more than half of a small program's time. Missing here are what serves
// threads, any, charconv, chrono, complex, execution, filesystem, locale, memory_resource, random, regex, valarray, variant
// and the special functions of <cmath>. A program that wants one of these is compiled with all of it (language.py).
#pragma once

#include <bits/c++config.h>
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#include <cmath>
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfenv>
#include <cfloat>
#include <cinttypes>
#include <climits>
#include <clocale>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <cwctype>
#include <deque>
#include <exception>
#include <forward_list>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <queue>
#include <ratio>
#include <set>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <assay/answering.h>
#include <assay/asking.h>
