"""The words that weigh more than others. A word counts where white space sets it apart.

The lists for Python, Java, Go, JavaScript and C# are those of the scorer that MERA Code publishes, which a score depends
on; those for C and C++ are of the PyPI package `codebleu`, since the former has none.
"""

_LISTS = {
    "python": """False None True and as assert async await break class continue def del elif else except finally for from
        global if import in is lambda nonlocal not or pass raise return try while with yield""",
    "java": """abstract assert boolean break byte case catch char class const continue default do double else enum extends
        final finally float for goto if implements import instanceof int interface long native new package private
        protected public return short static strictfp super switch synchronized this throw throws transient try void
        volatile while""",
    "go": """break default func interface select case defer go map struct chan else goto package switch const fallthrough
        if range type continue for import return var""",
    "javascript": """abstract boolean break byte case catch char class continue const debugger default delete do double
        else enum export extends false final finally float for function goto if implements import in instanceof int
        interface long native new null package private protected public return short static super switch synchronized
        this throw throws transient true try typeof var void while with""",
    "c_sharp": """abstract as base bool break byte case catch char checked class const continue decimal default delegate
        do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
        internal is lock long namespace new null object operator out override params private protected public readonly
        ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint
        ulong unchecked unsafe ushort using virtual void volatile while add alias ascending async await by descending
        dynamic equals from get global group into join let nameof notnull on orderby partial remove select set
        unmanaged value var when where yield""",
    "c": """auto else long switch break enum register typedef case extern return union char float short unsigned const for
        signed void continue goto sizeof volatile default if static while do int struct _Packed double""",
    "cpp": """auto const double float int short struct unsigned break continue else for long signed switch void case default
        enum goto register sizeof typedef volatile char do extern if return static union while asm dynamic_cast namespace
        reinterpret_cast bool explicit new static_cast typeid catch false try operator template typename class friend
        private this using const_cast inline public throw virtual delete mutable protected true wchar_t and bitand compl
        not_eq or_eq xor_eq and_eq bitor not or xor cin endl INT_MIN iomanip main npos std cout include INT_MAX iostream
        MAX_RAND NULL string""",
}
KEYWORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}
