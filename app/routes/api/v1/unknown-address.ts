/** `withApiAnswers` says it in problem details. */
export const loader = () => new Response(null, { status: 404 });
