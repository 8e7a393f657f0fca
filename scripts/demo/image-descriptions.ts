/** Alt texts of some images of posts; the others have none. */
export const imageDescriptions: Record<string, string> = {
  'posts/straw-bundles-road': 'Tied bundles of rice straw stacked in rows, from close by',
  'posts/straw-bundles-dawn': 'Straw tied in sheaves, standing across a cut field at sunrise',
  'posts/straw-truck': 'A red truck stacked high with straw bundles, a man loading one more',
  'posts/arayat-field': 'A farmer with his carabao in a green field, Mount Arayat behind them',
  'posts/straw-round-bales': 'Round bales of straw in a dry field, a man raking beside them',
  'posts/rain-on-straw': 'Loose straw, turned brown by the rain, from close by',
  'posts/mango-baskets': 'Three baskets full of ripe mangoes under the trees',
  'posts/community-kitchen': 'Two cooks at large steaming pots in an open kitchen',
  'posts/carabao-straw': 'A carabao eating straw in the shade of a tree',
  'posts/coconut-husks': 'A heap of coconut husks as high as the man beside it',
};
