export function Logo() {
  return (
    <svg viewBox="0 0 20 26" width="20" height="26" fill="none" aria-hidden="true">
      <path d="M7 1h6v5H7z" fill="currentColor" />
      <path d="M3 15h14v7q0 1-1 1H4q-1 0-1-1z" fill="#c9742f" />
      <path
        d="M3 8h14q2 0 2 2v13q0 2-2 2H3q-2 0-2-2V10q0-2 2-2z"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  );
}
