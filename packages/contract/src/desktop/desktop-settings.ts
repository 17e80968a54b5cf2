import { z } from 'zod';

const windowBounds = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
export type WindowBounds = z.infer<typeof windowBounds>;

const chosenHeadset = z.object({ vendorId: z.int(), productId: z.int() });

/** What the desktop program remembers from one start to the next; what cannot be read counts as never set. */
export const desktopSettings = z.object({
  /** Scheme, host and port of the server that the program is a window of. */
  server: z.string().nullable().catch(null),
  bounds: windowBounds.nullable().catch(null),
  maximized: z.boolean().catch(false),
  startMinimized: z.boolean().catch(false),
  globalShortcut: z.boolean().catch(false),
  theme: z.enum(['system', 'light', 'dark']).catch('system'),
  language: z.enum(['de', 'en']).nullable().catch(null),
  /** Headsets that the person chose once. */
  headsets: z.array(chosenHeadset).catch([]),
});
export type DesktopSettings = z.infer<typeof desktopSettings>;
