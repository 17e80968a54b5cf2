import { randomBytes } from 'node:crypto';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
</head><body>${body}</body></html>`;

/**
 * Ends the session at once when the client asked for it with its ID token; otherwise a click is needed, so that a
 * foreign page cannot sign anyone out.
 */
export async function signOutPage(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const button = '<button form="op.logoutForm" type="submit" name="logout" value="yes">Sign out of Sidetone</button>';
  if (!ctx.oidc.entities['IdTokenHint']) {
    ctx.body = page('Sign out', form + button);
    return;
  }
  const nonce = randomBytes(16).toString('base64');
  ctx.set('content-security-policy', `default-src 'none'; script-src 'nonce-${nonce}'; form-action 'self'`);
  const submit = `<script nonce="${nonce}">document.querySelector('button').click()</script>`;
  ctx.body = page('Signing out', form + button + submit);
}

/**
 * Leads a browser that is signed out here on to the provider of its company. By a page and not by a redirect: browsers follow a
 * redirect from a form only where `form-action` of the page with the form lets them, and that page does not wait for the provider.
 */
export function leadOn(ctx: KoaContextWithOIDC, url: string): void {
  ctx.remove('location');
  ctx.status = 200;
  ctx.type = 'html';
  ctx.set('refresh', `0;url=${url}`);
  ctx.body = page('Signed out', '<p>You are signed out.</p>');
}

/** Where a sign-out ends that named no page to return to. */
export async function signedOutPage(ctx: KoaContextWithOIDC): Promise<void> {
  ctx.body = page('Signed out', '<p>You are signed out.</p><p><a href="/login">Sign in</a></p>');
}

/** What a person sees whose sign-in cannot go on, such as one that lay open for too long. */
export async function errorPage(ctx: KoaContextWithOIDC, out: ErrorOut): Promise<void> {
  ctx.type = 'html';
  const code = out.error.replace(/[^\w.-]/g, '');
  ctx.body = page('Sign-in', `<p>This sign-in cannot continue (${code}).</p><p><a href="/login">Start again</a></p>`);
}
