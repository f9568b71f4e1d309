import { useRoot } from "#app/http/root-data.ts";

/** Reserves a fixed height for an ad if ads are allowed (RULES.md 1.8); app/http/browser/ads.js fills it. */
export function AdSlot() {
  const consent = useRoot()?.consent;
  if (!consent?.adClient || !consent.adSlot) return null;
  const { adClient, adSlot, texts } = consent;
  return (
    <aside className="ad" aria-label={texts.ad}>
      <p className="small soft" aria-hidden="true">
        {texts.ad}
      </p>
      {/* AdSense changes the content of this element. */}
      <ins
        className="adsbygoogle"
        data-ad-client={adClient}
        data-ad-slot={adSlot}
        dangerouslySetInnerHTML={{ __html: "" }}
        suppressHydrationWarning
      />
    </aside>
  );
}
