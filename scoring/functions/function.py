"""Where a function's body stands in a file."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """`name` is qualified by dots (`Cache.pop`; C++ by `::`). `first` and `last` are the body's lines, from 1, inclusive."""

    name: str
    first: int
    last: int

    @property
    def lines(self) -> int:
        return self.last - self.first + 1

    def cut(self, text: str) -> tuple[str, str, str]:
        """Left context, body and right context of `text`, the file in which the function was found.

        >>> Function("f", 2, 3).cut("def f():\\n    a()\\n    b()\\nf()\\n")
        ('def f():\\n', '    a()\\n    b()\\n', 'f()\\n')
        """
        lines = text.split("\n")
        kept = [line + "\n" for line in lines[:-1]] + lines[-1:]
        return "".join(kept[:self.first - 1]), "".join(kept[self.first - 1:self.last]), "".join(kept[self.last:])
