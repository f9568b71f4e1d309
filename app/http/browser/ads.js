(() => {
  if (!/(?:^|; )(?:__Host-)?consent=(?:[^;]*\.)?ads(?:[.;]|$)/.test(document.cookie)) return;
  if (navigator.connection?.saveData) return;
  const ads = (window.adsbygoogle = window.adsbygoogle || []);
  ads.requestNonPersonalizedAds = 1;
  let loaded = false;
  const fill = () => {
    for (const slot of document.querySelectorAll("ins.adsbygoogle:not([data-asked])")) {
      slot.dataset.asked = "";
      if (!loaded) {
        const script = document.createElement("script");
        script.async = true;
        script.crossOrigin = "anonymous";
        script.src = `https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${slot.dataset.adClient}`;
        document.head.append(script);
        loaded = true;
      }
      window.adsbygoogle.push({});
    }
  };
  fill();
  // Navigation in a hydrated page adds new slots.
  new MutationObserver(fill).observe(document.body, { childList: true, subtree: true });
})();
