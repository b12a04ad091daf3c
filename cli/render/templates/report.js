(function () {
  "use strict";
  var controls = document.getElementById("filters");
  if (!controls) { return; }
  var rows = Array.prototype.slice.call(document.querySelectorAll("#rows > tr"));
  var buttons = Array.prototype.slice.call(controls.querySelectorAll("button[data-verdict]"));
  var task = document.getElementById("filter-task");
  var words = document.getElementById("filter-words");
  var found = document.getElementById("found");
  var wanted = new Set();
  var timer = 0;

  function apply() {
    var needle = words.value.trim().toLowerCase();
    var shown = 0;
    rows.forEach(function (row) {
      var fits = (!wanted.size || wanted.has(row.dataset.verdict)) &&
        (!task.value || row.dataset.task === task.value) &&
        (!needle || row.textContent.toLowerCase().indexOf(needle) !== -1);
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    });
    found.textContent = shown === rows.length
      ? "All " + rows.length + " rows are shown."
      : shown + " of " + rows.length + " rows are shown.";
  }

  buttons.forEach(function (button) {
    button.addEventListener("click", function () {
      var verdict = button.dataset.verdict;
      if (!wanted.delete(verdict)) { wanted.add(verdict); }
      button.setAttribute("aria-pressed", String(wanted.has(verdict)));
      apply();
    });
  });
  task.addEventListener("change", apply);
  words.addEventListener("input", function () {
    clearTimeout(timer);
    timer = setTimeout(apply, 120);
  });
  controls.hidden = false;
  apply();
}());
