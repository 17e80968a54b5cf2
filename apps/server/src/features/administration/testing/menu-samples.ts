/** Requests about voice menus: a good one of each route, and one that cannot be read. */
export const menuSamples = {
  createVoiceMenu: { good: () => ({ body: { name: 'Main' } }), bad: { body: { name: ' ' } }, isOwn: true as const },
  changeVoiceMenu: {
    good: ({ menuId }: { menuId: string }) => ({ params: { menuId }, body: { name: 'Night' } }),
    bad: { params: { menuId: 'm' }, body: { name: 'Night', waitSeconds: 0 } },
  },
  deleteVoiceMenu: {
    good: ({ menuId }: { menuId: string }) => ({ params: { menuId } }),
    bad: { params: { menuId: 'no id' } },
  },
};
