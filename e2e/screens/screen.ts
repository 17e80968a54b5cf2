import type { Page } from '@playwright/test';
import type { Sidetone } from '../world/sidetone.ts';

/** What is in addresses of the demo company. */
export interface Places {
  readonly sharedChannel: string;
  readonly contact: string;
  readonly number: string;
  /** A call of the private channel about which something is written. */
  readonly call: string;
  /** A phone of someone whose account has the classic generation. */
  readonly phone: string;
}

/** One picture of the app: an address, and what someone does there before it is taken. */
export interface Screen {
  /** Also the name of its files. */
  readonly name: string;
  readonly address: (places: Places) => string;
  /** Who looks at it: nobody who is signed in, or someone whose account has this generation of the phone system. */
  readonly who: 'stranger' | 'newer' | 'classic';
  readonly prepare?: (page: Page, sidetone: Sidetone) => Promise<void>;
  /** Something lies over the page that goes where the window changes its width, such as a menu. */
  readonly floats?: true;
  /** Also taken in the window in which most is folded away. */
  readonly compact?: true;
  /** Takes back what the preparation changed for everyone. */
  readonly after?: (page: Page, sidetone: Sidetone) => Promise<void>;
}
