#include <bits/stdc++.h>
#include <assay/asking.h>
