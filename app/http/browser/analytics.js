(() => {
  const visitor = /(?:^|; )analytics_id=(\d+\.\d+)/.exec(document.cookie);
  if (!visitor || navigator.connection?.saveData) return;
  const { id } = document.currentScript.dataset;
  window.dataLayer = [];
  window.gtag = function () {
    // Google's script recognises commands by the `arguments` object.
    dataLayer.push(arguments);
  };
  gtag("consent", "default", {
    analytics_storage: "granted",
    ad_storage: "denied",
    ad_user_data: "denied",
    ad_personalization: "denied",
  });
  gtag("js", new Date());
  gtag("config", id, {
    client_id: visitor[1],
    cookie_domain: "none",
    cookie_flags: location.protocol === "https:" ? "SameSite=Lax;Secure" : "SameSite=Lax",
    allow_google_signals: false,
  });
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${id}`;
  document.head.append(script);
})();
