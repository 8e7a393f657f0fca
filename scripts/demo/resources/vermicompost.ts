import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const vermicompost: DemoResource = {
  key: 'vermicompost',
  title: 'Keeping African nightcrawlers: vermicompost for a vegetable farm',
  cover: 'covers/vermicompost',
  publishedDaysAgo: 68,
  blocks: [
    text(
      'Worms do quietly what a hot heap does loudly. They finish straw, manure and vegetable trimmings into a fine dark cast that plants can use at once. The worm kept in the Philippines is the African nightcrawler, Eudrilus eugeniae. It lives in the litter and not deep in the soil, so the earthworms of your garden are no replacement. It comes from elsewhere: keep it in its beds and do not set it free along forests or streams.',
    ),
    heading('The house'),
    text(
      'A bed 1 meter wide, as long as you like and 30 to 40 cm deep, of hollow blocks, bamboo or old boards. Give it a roof, shade all day, a floor that slopes to one side so that no water stands, and a net against chickens, ducks, shrews and frogs. Stand the legs in cans of water, or draw a line of ash, against ants. Two beds are better than one: one eats while the other is harvested.',
    ),
    image('diagrams/vermi-bed'),
    heading('Food must be past its heat'),
    text(
      'Mix by volume three parts of carbon material (chopped straw, banana trunk, dry leaves, mushroom bags that are spent) and one part of manure from carabao, cattle or goats, or half as much from chickens. Wet it, heap it, cover it and turn it once: it will heat for ten to fourteen days. It is ready when it is cool and no longer sharp. Put your hand inside. If it feels warm to you, it will kill them. When in doubt, put ten worms in a bucket of it; if they are still there and lively the next day, it is safe.',
    ),
    text(
      'Keep out citrus and calamansi, onion, chili, salt and brine, oil, meat, fish, and fresh chicken manure. Manure from animals that got a dewormer less than two weeks ago can poison a whole bed.',
    ),
    heading('Stocking'),
    text(
      'Put one kilo of worms, about a thousand grown ones, on each square meter with 100 to 150 kg of prepared food under and around them. Do it in the late afternoon and leave a light on for the first two nights, so that they stay and go down. They eat about half of their own weight each day, more when all is well.',
    ),
    heading('Water, shade, air'),
    text(
      'The bed should feel like a wrung towel, 65 to 75 percent moisture; a squeezed fistful gives a few drops. In the dry months sprinkle every day or two, in the rain hardly at all. They like 22 to 30 °C and begin to die above 35. On the hottest days cover with wet sacks or banana leaves, and never with clear plastic. Do not pack the bed or dig in it: they make their own tunnels.',
    ),
    heading('Reading the bed'),
    text(
      'Worms climbing the walls: sour, too wet or too hot. Loosen it, add dry straw and a thin dusting of agricultural lime. Bad smell: too much fresh food. Mites or small white worms: too wet. Thin pale worms: hungry. Many small straw-coloured cocoons: all is well, they will double in two or three months.',
    ),
    heading('Harvest'),
    text(
      'After 45 to 60 days the bed is dark and grainy, and has sunk by half. Stop watering for three days. Put fresh cool food at one end, and most of the worms will walk there in a week; then take out the other end. Or heap the cast in cones in the sun and take it away from the top, while the worms flee to the bottom. Sieve at 5 mm, put cocoons and worms back, and dry the cast in shade to about 30 to 35 percent moisture. One hundred kilos of food gives about 40 to 60 kilos of cast.',
    ),
    heading('Using it'),
    text(
      'It commonly holds 1 to 2 percent nitrogen with as much phosphorus and potassium, so it is a gentle fertiliser and a very good soil. Use one part in four for seedlings, a handful in each planting hole, or 0.5 to 1 kg per square meter every cropping. For a quick drench, stir 1 kg in 10 liters of clean water, strain it and use it on the soil the same day. The brown water that drips from a bed is not the same thing; it can carry germs, so keep it for ornamental plants and fruit trees, and off leafy vegetables.',
    ),
    text(
      'Wear gloves, wash your hands, and keep small cuts covered. If you sell, write the date and the moisture on the sack. Honest dry cast is worth twice the wet one.',
    ),
  ],
};
