/** The version of the running app, whatever version the server has had since the page was loaded. */
export const appVersion: string = import.meta.env.APP_VERSION ?? '0';
