import {
  Clock,
  Combine,
  Database,
  Filter,
  History,
  Merge,
  Shuffle,
  Sigma,
  SquareFunction,
  ArrowRight,
  Waves,
  type LucideIcon,
} from 'lucide-react';
import type { Role } from './roles.ts';

const ICONS: Readonly<Record<Role, LucideIcon>> = {
  scan: Database,
  calc: SquareFunction,
  filter: Filter,
  join: Merge,
  snapshot: History,
  aggregate: Sigma,
  window: Clock,
  exchange: Shuffle,
  union: Combine,
  sink: ArrowRight,
  watermark: Waves,
};

/** The picture of a role. */
export function RoleIcon({ role, size = 12 }: { readonly role: Role; readonly size?: number }) {
  const Icon = ICONS[role];
  return <Icon size={size} strokeWidth={2} aria-hidden />;
}
