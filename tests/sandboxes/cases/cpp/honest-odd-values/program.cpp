template <class... T> tuple<decay_t<T>...> add(T&&... given) { return {forward<T>(given)...}; }
