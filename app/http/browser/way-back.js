// To the page before in the same language, past this page's own forms and the sign-in.
addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("a.back");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const [home] = link.pathname.match(/^\/\w\w/) ?? [""];
    const isBefore = (url) => {
      const { origin, pathname } = new URL(url);
      const rest = pathname.slice(home.length);
      return (
        origin === location.origin &&
        pathname.startsWith(home) &&
        pathname !== location.pathname &&
        /^\/?$|^\/(perfume|brands?|shelf)\b/.test(rest)
      );
    };
    const { navigation } = window;
    const entries = navigation?.entries().slice(0, navigation.currentEntry.index);
    const before = entries?.findLast(({ url }) => isBefore(url));
    if (before) {
      event.preventDefault();
      navigation.traverseTo(before.key);
    } else if (!navigation && document.referrer && isBefore(document.referrer))
      link.href = document.referrer;
  },
  true,
);
