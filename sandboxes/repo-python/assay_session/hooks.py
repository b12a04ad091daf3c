"""Whether the answer has put itself between pytest and the tests: by hooks of its own, or by what an item runs."""

import os
import types


class Hooks:
    """Looks at what was added since the tree began to load. `target`: the answer's file, None where it is a patch."""

    def __init__(self, config, target):
        self.config, self.target = config, target
        self.known = {id(one.function): one.function for one in self._all()}  # kept, so that no other gets its number

    def are_taken(self):
        """Whether a hook is the answer's, or of code that stands in no file. A `conftest.py`, and what one names as a plugin,
        may be the answer's file: that is the repository's doing."""
        for one in self._all():
            if id(one.function) not in self.known:
                if self._is_strange(one):
                    return True
                self.known[id(one.function)] = one.function
        return False

    def _all(self):
        return [one for caller in vars(self.config.hook).values() for one in getattr(caller, "get_hookimpls", list)()]

    def _is_strange(self, one):
        function = getattr(one.function, "__func__", one.function)
        path = getattr(getattr(function, "__code__", None), "co_filename", "")
        if path and os.path.realpath(path) != self.target and os.path.exists(path):
            return False
        return not (isinstance(one.plugin, types.ModuleType) and self._is_asked_for(one.plugin))

    def _is_asked_for(self, module):
        named = [getattr(one, "pytest_plugins", ()) for one in self.config.pluginmanager.get_plugins() if _is_conftest(one)]
        names = {name for listed in named for name in ([listed] if isinstance(listed, str) else listed)}
        return _is_conftest(module) or module.__name__ in names


def _is_conftest(plugin):
    return isinstance(plugin, types.ModuleType) and os.path.basename(getattr(plugin, "__file__", None) or "") == "conftest.py"


def is_exchanged(item):
    """Whether an item has got a way to run of its own that no installed package gave it."""
    own = vars(item).get("runtest")
    path = getattr(getattr(getattr(own, "__func__", own), "__code__", None), "co_filename", "")
    return own is not None and (path.startswith("/repo/") or not os.path.exists(path))
