import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const fruitGleaning: DemoResource = {
  key: 'fruit-gleaning',
  title: 'How to glean an orchard so that you are invited back',
  cover: 'covers/fruit-gleaning',
  publishedDaysAgo: 40,
  blocks: [
    text(
      'Buyers take the size and the colour they need. What is too small, too ripe, scarred, or only too much stays on the tree. Gleaning is picking it with the owner’s blessing, for people who will eat it. A good gleaning leaves the orchard cleaner than it was, and that is why owners call again.',
    ),
    heading('The telephone call before'),
    text(
      'Ask the owner seven things: which crop and about how many kilos; which trees may be climbed; the date of the last spray, with the name of the product; where a vehicle can stand; where water and a toilet are; who holds the key; and by what hour all must be out. Write the answers on one page that both sign. Never pick before the pre-harvest interval on the label of the pesticide has passed. If nobody knows when the last spray was, do not pick for eating. This is the one rule without an exception.',
    ),
    image('diagrams/glean-day'),
    heading('What the law says'),
    text(
      'The Food Donation Act of 2009 (RA 9803) encourages gifts of apparently wholesome food, also when its size, grade or looks keep it from the market. A giver in good faith is not liable for its condition, unless there is gross negligence or intent. Food given in this way may not be sold. Keep a simple record of date, crop, kilos, from whom and to whom.',
    ),
    heading('The team and its tools'),
    text(
      'Ten to twenty people, one leader, one who keeps the count, and one whose only work is water and first aid. Bring poles with a net and a small blade, clean crates that hold 15 to 18 kg, paper or leaves for lining, covered shoes, hats and long sleeves. Mango sap burns skin and eyes: wash it off at once with much water and soap. Ladders stand on firm ground with one person holding. Nobody climbs alone, in wind, after rain or near a power line. Children pick from the ground only, and not below a tree that is being picked.',
    ),
    heading('Picking'),
    text(
      'Start at first light and stop before 10. Fruit picked cool lasts days longer. Leave a stalk of 2 to 3 cm on a mango, then trim it and let the sap drip stem down for half an hour on a rack or on clean grass, so that it does not burn the skin. Lay fruit in the crate, never drop it: a fall of 30 cm is a bruise tomorrow. Keep full crates in the shade.',
    ),
    heading('Three crates'),
    text(
      'Sort in the field and not in the kitchen. Green crate: sound, to be eaten fresh. Yellow crate: ripe or scarred but clean inside, for cooking within a day. Brown crate: split, wormy or mouldy, for animals, compost or fly larvae. Fruit from the ground goes to the brown crate, or to yellow only when it is whole, freshly fallen and will be washed and cooked. Ask before you feed any animal, and cut whole fruits so they cannot choke. Rake up what has fallen even if nobody wants it, and take it away or bury it 50 cm deep. Fruit flies breed in it. For many owners this is the best payment.',
    ),
    heading('Washing and moving'),
    text(
      'Wash with water that you would drink. To disinfect, stir two teaspoons (10 ml) of plain 5 percent household bleach into 5 liters of water, which is about 100 parts per million; dip for two minutes, rinse and dry. Never mix bleach with anything else. Change the water when it becomes cloudy. Do not stack crates more than five high, cover them with a light cloth and not with plastic, and travel before noon.',
    ),
    heading('Giving'),
    text(
      'Agree on the shares before the first fruit is cut. A common one is half to feeding centers, a quarter to the pickers, and a quarter to processing. Deliver the same day. Ripe mango keeps three to five days in the shade, ripe tomato four or five, calamansi a week, squash with its stem on for two months.',
    ),
    heading('The message after'),
    text(
      'The same evening, send the owner the kilos, a photo of the plates and a word of thanks. Post the number, because it brings the next orchard.',
    ),
  ],
};
