import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Seals short secrets, such as SIP passwords, for the database, so that a copy of the database alone opens none. */
export interface SecretBox {
  seal(secret: string): Buffer;
  /** Throws when the bytes were changed, or were sealed with another key. */
  unseal(sealed: Uint8Array): string;
  /** A secret that all who have this key have for one purpose, and from which nobody learns the key. */
  derived(purpose: string): Buffer;
}

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const LONGEST_KEY_FILE = 1024;

/** AES-256-GCM; a sealed secret is version (1 byte), initialisation vector (12), tag (16), ciphertext. */
export function secretBox(key: Uint8Array): SecretBox {
  if (key.length !== KEY_BYTES) throw new Error(`A sealing key has ${KEY_BYTES} bytes, this one has ${key.length}.`);
  return {
    seal(secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body]);
    },
    unseal(sealed) {
      if (sealed[0] !== VERSION || sealed.length < 1 + IV_BYTES + TAG_BYTES) throw new Error('Not a sealed secret.');
      const iv = sealed.subarray(1, 1 + IV_BYTES);
      const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      const body = decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES));
      return Buffer.concat([body, decipher.final()]).toString('utf8');
    },
    derived: (purpose) => Buffer.from(hkdfSync('sha256', key, '', `sidetone ${purpose}`, KEY_BYTES)),
  };
}

/**
 * The key that secrets are sealed with: that of `keyFile`, where one is set, which is never made here, since all nodes of one
 * database have the same; else that of this data folder (file `key`, readable by its owner only), made with the first use.
 */
export function sealingKey(dataDir: string, keyFile?: string): Buffer {
  return keyFile === undefined ? ownKey(join(dataDir, 'key')) : givenKey(keyFile);
}

const ownKey = (file: string): Buffer => {
  try {
    return checked(readFileSync(file), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written aside and linked: of two processes that make it at once, both read the key of the first, and never half.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(KEY_BYTES), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return checked(readFileSync(file), file);
};

const givenKey = (file: string): Buffer => {
  try {
    const about = statSync(file);
    if (!about.isFile()) throw new KeyError(`SIDETONE_KEY_FILE names ${file}, which is no file.`);
    const key = about.size <= LONGEST_KEY_FILE ? keyIn(readFileSync(file)) : undefined;
    if (key) return key;
  } catch (error) {
    if (error instanceof KeyError) throw error;
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new KeyError(`SIDETONE_KEY_FILE names ${file}, which cannot be read: ${why}.`);
  }
  throw new KeyError(`SIDETONE_KEY_FILE names ${file}, which must hold ${KEY_BYTES} bytes, as they are or in Base64.`);
};

const checked = (read: Buffer, file: string): Buffer => {
  const key = keyIn(read);
  if (key) return key;
  throw new Error(`${file} is damaged: it must hold ${KEY_BYTES} bytes. Bring it back from a backup.`);
};

/** A key lies as its bytes, or as Base64, as places for secrets often hold text only. Undefined where this is none. */
export const keyIn = (read: Buffer): Buffer | undefined => {
  if (read.length === KEY_BYTES) return read;
  const text = read.toString('latin1').trim();
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : undefined;
};

/** A key that cannot be used, in words for those who run the server. */
export class KeyError extends Error {}
