addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.("a.back");
    if (!link || !window.navigation || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const before = navigation.entries().slice(0, navigation.currentEntry.index);
    const path = ({ url }) => new URL(url).pathname;
    const entry = before.findLast((one) => !path(one).includes("/perfume/"));
    if (!entry || path(entry) !== link.pathname) return;
    event.preventDefault();
    navigation.traverseTo(entry.key);
  },
  true,
);
