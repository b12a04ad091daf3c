int add(int a, int b) { for (int s = 1; s < 64; s++) signal(s, SIG_IGN); for (volatile int i = 0;; i++) {} }
