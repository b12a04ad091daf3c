module example.test/planner

go 1.21
