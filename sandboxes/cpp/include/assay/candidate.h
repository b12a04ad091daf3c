#include <bits/stdc++.h>
#include <assay/answering.h>
