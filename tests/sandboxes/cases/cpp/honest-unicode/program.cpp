// сумма
int add(int a, int b) { string größe = "größe"; return a + b + int(größe.size()) - 7; }
