import { version } from '../../package.json' with { type: 'json' };

/** The version of this app: the one that runs, whatever the server has become since the page was loaded. */
export const appVersion: string = version;
