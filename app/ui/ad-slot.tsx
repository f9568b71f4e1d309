import { useRoot } from "./root-data.ts";

/** Room for an advertisement, of one height whether it comes or not; only for who allowed ads (app/request/ads.js fills it). */
export function AdSlot() {
  const consent = useRoot()?.consent;
  if (!consent?.adClient) return null;
  const { adClient, texts } = consent;
  return (
    <aside className="ad" aria-label={texts.ad}>
      <p className="small soft" aria-hidden="true">
        {texts.ad}
      </p>
      {/* What stands inside is not React's. */}
      <ins
        className="adsbygoogle"
        data-ad-client={adClient}
        dangerouslySetInnerHTML={{ __html: "" }}
        suppressHydrationWarning
      />
    </aside>
  );
}
