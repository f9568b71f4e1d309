export function answerHealth(problem: string | null): Response {
  return new Response(problem === null ? "ok\n" : "unavailable\n", {
    status: problem === null ? 200 : 503,
    headers: { "Content-Type": "text/plain", "Cache-Control": "no-store" },
  });
}
