import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const cornSilage: DemoResource = {
  key: 'corn-silage',
  title: 'Green corn stalks in drums: silage for the dry months',
  cover: 'covers/corn-silage',
  publishedDaysAgo: 19,
  blocks: [
    text(
      'After the young ears are sold, the stalks still stand green and full of sugar. For about a week they are the best feed on the farm. Silage is a way to stop that week: chop, press out the air, close, and let lactic acid keep it as vinegar keeps atsara.',
    ),
    heading('The right moment'),
    text(
      'Silage wants 65 to 70 percent moisture, which means 30 to 35 percent dry matter. Green stalks after sweet or glutinous corn are wetter, 75 to 80 percent, so cut them and let them wilt for half a day to one day. Stalks left after dry yellow corn are the opposite, below 50 percent: they do not pack well and mould easily. Feed those dry, or add water and molasses while you chop.',
    ),
    image('diagrams/silage-squeeze'),
    heading('The squeeze test'),
    text(
      'Chop a handful, squeeze it hard for half a minute and open the hand. If juice runs between the fingers it is too wet: wilt longer or mix in 5 to 10 percent dry straw or rice bran. If the ball falls apart at once it is too dry: sprinkle water. If the ball opens slowly and the palm is damp, start filling.',
    ),
    heading('Chop short, press hard'),
    text(
      'Pieces of 1 to 2 cm pack best. Long pieces hold air, and air is the enemy. In a clean plastic drum with a lid and ring, fill 15 cm at a time and stamp each layer with full body weight, most of all along the wall. A 200 liter drum takes 100 to 120 kg when well pressed. Fill to the very top, lay plastic on the surface, put on the lid and lock the ring. From the first stalk to the closed lid should take hours and not days.',
    ),
    text(
      'Green corn has enough sugar of its own. For stalks without ears, 2 to 3 kg of molasses in an equal amount of water for each 100 kg helps the right bacteria to win. Napier and banana trunk need 4 to 5 kg. Salt is not needed. Urea is not for beginners here.',
    ),
    image('diagrams/silage-drum'),
    heading('Waiting'),
    text(
      'In two or three days the drum uses up its oxygen, and after a week the acid has taken over. Leave it closed for at least 21 days; 30 is better. Kept in the shade and unopened it stays good for a year or longer. Check for rat holes and cracks, and tape them at once.',
    ),
    heading('Is it good?'),
    text(
      'Good silage is olive to yellow-brown, smells like sour fruit or mild vinegar, and has a pH of 4.2 or lower (paper strips are cheap). A smell of rancid butter or vomit means it was too wet. Tobacco or caramel means it got hot because air was left. White, green or black mould, slime or ammonia means: throw that part away with a hand’s width around it. If most of the drum is bad, compost it. Never try it out on an animal, and most of all not on pregnant ones, for spoiled silage can carry listeria.',
    ),
    heading('Feeding'),
    text(
      'Take at least 10 cm from the whole surface every day and close the drum again, so that air never gets ahead of you. Once open, finish a drum in about a week. Begin with 2 to 3 kg a head and build up over a week to ten days. A milking cow or carabao then takes 15 to 25 kg a day, a growing heifer 8 to 12, and a goat 1 to 2. Stalk silage has only 6 to 8 percent protein in its dry matter, so add legume leaves or concentrate, and some dry straw for chewing. Clear leftovers from the trough each evening. Feed after milking, or the milk will tell.',
    ),
    heading('Safety'),
    text(
      'Chopper first: stopped and unplugged before any hand goes near. Drums of 120 kg are rolled, not lifted. In large pits and towers a brown or colourless gas that kills can stand for three weeks after filling, so never step down into one; with drums, open them in the open air and turn your face aside. Ten full drums are about 1.1 tons: one cow at 15 kg a day for more than two months, from one week’s harvest that would have dried up.',
    ),
  ],
};
