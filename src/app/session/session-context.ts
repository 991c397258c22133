import { createContext, useContext } from 'react';
import type { Session } from './session.ts';

/** The session of the page, for components that start something. */
export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no session around this component');
  return session;
}
