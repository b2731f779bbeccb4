// The values of a chart show on hover and focus without this script. With it they also follow a finger: the first tap on
// a month shows its value, the second opens its reviews. Tab stops at the newest month alone, and arrow keys go on.
for (const chart of document.querySelectorAll("[data-chart] > svg")) {
  const months = [...chart.querySelectorAll("a.month")];
  let shown = null;

  const show = (month) => {
    shown?.classList.remove("on");
    month?.classList.add("on");
    shown = month;
  };

  /** The month whose column is nearest: columns are narrow, and months without reviews have none. */
  const nearest = (x) => {
    let best = null;
    let distance = Number.POSITIVE_INFINITY;
    for (const month of months) {
      const { left, right } = month.querySelector(".hit").getBoundingClientRect();
      const off = Math.abs(x - (left + right) / 2);
      if (off < distance) [best, distance] = [month, off];
    }
    return best;
  };

  /** The month under the finger, and whether its value was shown before. */
  let touched = null;
  chart.addEventListener("pointerdown", ({ pointerType, clientX }) => {
    touched = null;
    if (pointerType === "mouse") return;
    const month = nearest(clientX);
    touched = { month, again: month === shown };
    show(month);
  });
  chart.addEventListener("pointermove", ({ pointerType, clientX }) => {
    if (pointerType === "mouse") show(nearest(clientX));
  });
  chart.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse") show(null);
  });
  chart.addEventListener("click", (event) => {
    if (!touched) return;
    event.preventDefault();
    if (touched.again) location.assign(touched.month.getAttribute("href"));
  });

  for (const month of months.slice(0, -1)) month.setAttribute("tabindex", "-1");
  chart.addEventListener("keydown", (event) => {
    const at = months.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: months.length - 1 }[event.key];
    if (!months[to]) return;
    event.preventDefault();
    months[at].setAttribute("tabindex", "-1");
    months[to].setAttribute("tabindex", "0");
    months[to].focus();
  });
}
