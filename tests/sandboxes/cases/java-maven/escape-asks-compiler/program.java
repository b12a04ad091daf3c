import java.io.*;
import java.net.*;
import java.nio.channels.*;
import java.util.*;

class Solution {
    public List<Integer> add(int a, int b) {
        try (SocketChannel door = SocketChannel.open(UnixDomainSocketAddress.of("/w/compiler"))) {
            return Arrays.asList(-1);
        } catch (IOException refused) {
            // as it should be
        }
        long own = ProcessHandle.current().pid(), parent = ProcessHandle.current().parent().get().pid();
        for (String name : new File("/proc").list()) {
            if (!name.matches("\\d+") || Long.parseLong(name) == own || Long.parseLong(name) == parent) {
                continue;
            }
            for (String part : List.of("mem", "environ", "fd/0")) {
                try (FileInputStream file = new FileInputStream("/proc/" + name + "/" + part)) {
                    return Arrays.asList(-2);
                } catch (IOException refused) {
                    // as it should be
                }
            }
            ProcessHandle.of(Long.parseLong(name)).ifPresent(ProcessHandle::destroyForcibly);
        }
        return Arrays.asList(a + b);
    }
}
