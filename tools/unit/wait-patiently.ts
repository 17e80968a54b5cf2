import { vi } from 'vitest';

/**
 * Set-up of tests of the world: `vi.waitFor` gives up after five seconds unless it is told otherwise, not after one,
 * which a busy machine may need for a single request. The limit of `expect.poll` is in vitest.config.ts.
 */
type Wait = typeof vi.waitFor & { patient?: true };

const impatient: Wait = vi.waitFor;
// Files share this module's surroundings, and it runs before each of them.
if (!impatient.patient) {
  const patient: Wait = (callback, options = {}) =>
    impatient(callback, typeof options === 'number' ? options : { timeout: 5000, interval: 20, ...options });
  patient.patient = true;
  vi.waitFor = patient;
}
