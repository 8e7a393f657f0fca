import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const bananaStems: DemoResource = {
  key: 'banana-stems',
  title: 'After the bunch: feed, fibre and mulch from one banana trunk',
  cover: 'covers/banana-stems',
  publishedDaysAgo: 33,
  blocks: [
    text(
      'A banana plant fruits once. When the bunch is cut, the trunk, which is really a roll of leaf bases, is left standing or falls between the rows. A saba trunk weighs 30 to 50 kg. About nine tenths of that is water, and the rest is fibre, potassium and a little sugar. All of it can be used within two days of the harvest.',
    ),
    image('diagrams/banana-plant'),
    heading('First rule: plant health'),
    text(
      'Do not carry pieces out of a field with bunchy top, bugtok or Panama wilt. Trucks and bolos spread these diseases and they stay in soil for many years. Chop such plants where they stood, and ask the municipal agriculture office what the quarantine rule is. In healthy fields, do not leave trunks and corms lying whole: the banana weevil breeds in them. Split them lengthwise, or take them away within the week.',
    ),
    heading('Feed for goats, cattle and pigs'),
    text(
      'Fresh trunk is 90 to 95 percent water. Its dry part holds only 3 to 8 percent protein but much potassium, and ruminants digest the soft inner part well. It is a drink and a filler and never a meal. Chop it to 2 or 3 cm, wilt it half a day, and give it with leaves that carry protein, such as kakawate, malunggay or ipil-ipil. Keep trunk below a third of the dry matter that the animal eats, and give salt, because the plant has nearly none.',
    ),
    text(
      'Banana leaves are better feed than trunk, with 10 to 17 percent protein in the dry matter, but their tannin limits them. Peelings and reject fruits are energy. Cut long strings of fibre short, for they can ball up in the stomach of a calf or a goat kid. Pigs take finely chopped trunk cooked or fermented, up to a tenth of the ration.',
    ),
    heading('Silage that is not soup'),
    text(
      'A trunk alone is too wet for silage: the juice runs out, and the rest rots. For 100 kg of chopped and wilted trunk, add 10 to 15 kg of dry chopped straw or 10 kg of rice bran, and 4 to 5 kg of molasses mixed with a little water. Press it in a drum, seal it, and leave it for 21 to 30 days. Make a hole and a pipe at the bottom for the juice and collect it, since it is strong enough to kill fish in a ditch. Diluted ten times it feeds the banana mats again.',
    ),
    heading('Fibre'),
    text(
      'Use the trunk on the day it is cut. Take off the outer dirty sheaths, split the middle ones into strips as wide as three fingers, and pull each under a dull blade against a smooth board, until the pulp is gone. Wash, comb and dry in moving shade; the sun makes it yellow. Expect 1 to 1.5 percent: a trunk of 40 kg gives near half a kilo of dry fibre. It is shorter and softer than abaca, good for twine, paper, bags and slippers. Sap stains cloth for ever.',
    ),
    heading('Mulch and compost'),
    text(
      'The quickest use is to split the trunk, cut it in half-meter lengths and lay the pieces flat side down around the mats or the young cacao. They hold water, keep weeds down and give back potassium in two or three months. Leave a hand of free space around each plant, and keep earwigs and spiders: they hunt the weevil.',
    ),
    text(
      'In a compost heap chopped trunk brings water and potassium, and little nitrogen. Put it between dry layers of straw or rice hull and a layer of manure. Worms love it once it is wilted and cool.',
    ),
    heading('Selling it'),
    text(
      'A trunk is heavy and cheap, so distance decides. Within five kilometers people will fetch it fresh for goats. Farther than that, sell silage in drums, dry fibre or dried leaf. In your post say the variety, how many trunks, the day of cutting and that the field is free of disease. A photo of a cut end, white and clean, says more than words.',
    ),
  ],
};
