/** The version of this app: the one that runs, whatever the server has become since the page was loaded. */
export const appVersion: string = import.meta.env.APP_VERSION ?? '0';
