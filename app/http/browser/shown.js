{
  const [{ type, serverTiming }] = performance.getEntriesByType("navigation");
  const perfume = /\d+$/.exec(location.pathname);
  const report = () => navigator.sendBeacon("/viewed", new URLSearchParams({ perfume }));
  if (type === "navigate" && serverTiming?.some(({ name }) => name === "uncounted"))
    if (document.prerendering) document.addEventListener("prerenderingchange", report);
    else report();
}
