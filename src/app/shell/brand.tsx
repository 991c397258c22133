/** The mark: a plan of three nodes. */
export function Brand({ size = 20 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden>
      <rect x="1" y="1" width="18" height="18" rx="5" fill="var(--accent)" />
      <path d="M6 14.5V9.5L10 6l4 3.5v5" fill="none" stroke="var(--text-on-accent)" strokeWidth="1.6" strokeLinejoin="round" />
      <circle cx="10" cy="6" r="1.7" fill="var(--text-on-accent)" />
      <circle cx="6" cy="14.2" r="1.7" fill="var(--text-on-accent)" />
      <circle cx="14" cy="14.2" r="1.7" fill="var(--text-on-accent)" />
    </svg>
  );
}
