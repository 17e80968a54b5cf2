import { soundCache } from '../sound-cache.ts';

/** The store of sounds, for a page of a test. */
Object.assign(globalThis, { soundCache });
