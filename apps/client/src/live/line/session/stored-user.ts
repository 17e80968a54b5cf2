import { ownClientIds } from '@sidetone/contract/entities/user.ts';
import { z } from 'zod';
import { bridge } from '#platform/desktop-bridge.ts';

/** As oidc-client-ts stores a sign-in, so far as the app reads it itself. */
const stored = z.object({
  access_token: z.string(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
  /** In seconds since 1970. */
  expires_at: z.number().optional(),
  profile: z.unknown(),
});

export type StoredUser = z.output<typeof stored>;

export const storagePrefix = 'sidetone.';
export const authority = (): string => `${location.origin}/oidc`;
const keyHere = (): string => `${storagePrefix}user:${authority()}:${ownClientIds[bridge().kind]}`;

/** Whether this key of the browser's storage is that of a sign-in; null: all keys changed. */
export const isUserKey = (key: string | null): boolean => key === null || key.startsWith(`${storagePrefix}user:`);

/** The sign-in that is stored in this browser; null where there is none, or none that can be read. */
export function storedUser(): StoredUser | null {
  const text = localStorage.getItem(keyHere());
  if (text === null) return null;
  try {
    return stored.parse(JSON.parse(text));
  } catch (cause) {
    console.warn('[session] the stored sign-in cannot be read', cause);
    return null;
  }
}

export function forgetStoredUser(): void {
  localStorage.removeItem(keyHere());
}

/** How long a token is valid still, in seconds; null where it does not say. */
export const secondsLeft = ({ expires_at }: StoredUser): number | null =>
  expires_at === undefined ? null : expires_at - Math.floor(Date.now() / 1000);
