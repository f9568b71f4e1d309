addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("a.back");
    if (!link || !window.navigation || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const before = navigation.entries().slice(0, navigation.currentEntry.index);
    const search = before.findLast(({ url }) => !url.includes("/perfume/"));
    if (!search?.url.startsWith(link.href.replace("#explore", "?q="))) return;
    event.preventDefault();
    navigation.traverseTo(search.key);
  },
  true,
);
