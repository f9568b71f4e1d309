import { isFromSearch, isPrefetch, isView, markUncounted } from "#app/http/page-view.ts";
import type { Wrapper } from "#app/http/visit.ts";
import { clientKey, widestNetworkOf } from "#app/limits/client-key.ts";
import type { ViewLog } from "#app/domain/views/view-log.ts";

/** Counts views of perfume pages, but not prefetches: search results are prefetched and may be viewed later. */
export const withViews =
  (viewLog: Pick<ViewLog, "record" | "found">): Wrapper =>
  (next) =>
  async (request, visit) => {
    const response = await next(request, visit);
    const { perfumeId, userId, address, url } = visit;
    if (perfumeId === null) return response;
    const client = clientKey(address);
    const network = widestNetworkOf(address);
    const searched = isFromSearch(request, url);
    if (isView(request, url)) viewLog.record({ perfumeId, userId, client, network, searched });
    if (isPrefetch(request.headers)) {
      markUncounted(response.headers);
      if (searched) viewLog.found(client, [perfumeId]);
    }
    return response;
  };
