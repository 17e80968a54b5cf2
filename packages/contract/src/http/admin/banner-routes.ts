import { z } from 'zod';
import { infoBannerChange, infoBannerDraft } from '../../entities/admin-banner.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const oneBanner = z.object({ bannerId: z.string().min(1).max(100) });
/** FORBIDDEN: only administrators of the account that runs the server write for all accounts. */
const byAdmin = { audience: 'admin', errors: ['FORBIDDEN'] } as const;

/** News that administrators show above the app of their people. */
export const adminBannerRoutes = {
  addInfoBanner: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/info-banners',
    summary: 'Publish news that users see above the app',
    body: infoBannerDraft,
    reply: z.object({ id: z.string() }),
    errors: ['FORBIDDEN', 'CONFLICT'],
  }),

  changeInfoBanner: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/info-banners/{bannerId}',
    summary: 'Change news; fields left out stay as they are',
    params: oneBanner,
    body: infoBannerChange,
    reply: nothing,
  }),

  removeInfoBanner: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    path: '/admin/info-banners/{bannerId}',
    summary: 'Permanently delete news',
    params: oneBanner,
    reply: nothing,
  }),
} as const;
