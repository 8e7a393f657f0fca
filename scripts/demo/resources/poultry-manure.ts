import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const poultryManure: DemoResource = {
  key: 'poultry-manure',
  title: 'Chicken manure: strong medicine for the soil, to be measured',
  cover: 'covers/poultry-manure',
  publishedDaysAgo: 104,
  blocks: [
    text(
      'Of all farm manures the chicken’s is the richest. One ton of litter with rice hull brings more nitrogen than a 50 kg sack of urea, and phosphorus, potassium, calcium and trace elements besides. Used raw and by the truck it burns roots, brings flies and fouls the well. Used composted and measured it is the best bargain in the province.',
    ),
    image('diagrams/manure-npk'),
    heading('Know what you have'),
    text(
      'Fresh layer droppings hold 70 to 75 percent water and about 1.5 percent nitrogen. Broiler litter, which is droppings mixed with hull or shavings, holds 25 to 30 percent water and close to 3 percent each of nitrogen and phosphate, and 2 percent potash. It differs from house to house: weigh a sack, and have one sample tested each year at the regional soils laboratory.',
    ),
    heading('Compost it first'),
    text(
      'With about 7 to 10 parts of carbon for one of nitrogen, droppings alone lose half of their nitrogen as ammonia. Mix one volume of fresh droppings with two to three volumes of rice hull, straw or crushed cobs; litter that already has much hull needs only water. Bring it to 50 to 55 percent moisture, stack it 1.2 to 1.5 m high under a roof, and turn it when the middle passes 60 to 65 °C. Keep every part above 55 °C for three days or longer. After six to eight weeks it is dark, dry enough to spread, and no longer bites the nose.',
    ),
    heading('How much'),
    text(
      'For vegetables use 3 to 5 tons of composted litter on a hectare (0.3 to 0.5 kg for each square meter), worked in two or three weeks before planting. For rice and corn 2 to 3 tons, before the last harrowing. Around half of the nitrogen becomes available in the first season and a part of the rest in the next one, so take that off your urea: 3 tons at 3 percent is 90 kg of nitrogen, of which about 45 feed this crop.',
    ),
    text(
      'Do not use it every season on the same bed without a soil test. Phosphorus and salt build up, and the leaves show it at the edges. Beans, peanuts and camote need little. Seedlings need none.',
    ),
    image('diagrams/manure-stack'),
    heading('Food safety'),
    text(
      'Raw manure carries Salmonella, Campylobacter and worm eggs. Leave 120 days between raw manure and the harvest of anything that touches the soil and is eaten fresh, such as lettuce, kamatis on the ground or strawberries, and 90 days for other crops. Manure that was properly composted with heat is free of this rule. Never use it as a top dressing on leafy vegetables, and never stir fresh droppings into a drench for leaves.',
    ),
    heading('Bird flu and transport'),
    text(
      'Avian influenza and Newcastle disease travel on boots, tyres and sacks. Take no manure from a flock that is sick or has died suddenly; report such a flock to the municipal veterinarian. Ask for the movement papers that are in force, use new or washed sacks, cover the load with a net, and disinfect tyres at both gates. Let litter heat through before it leaves the farm. Keep ducks, free chickens and pigs away from the stack.',
    ),
    heading('Not as feed'),
    text(
      'Some people dry poultry litter for cattle. We advise against it: dead birds in litter cause botulism, copper harms sheep, and drug residues pass to meat and milk. Several countries have forbidden it.',
    ),
    heading('Flies, smell, water'),
    text(
      'Flies breed where manure is wet, above 65 percent. Mend leaking drinkers, scatter ipa or char on wet spots, and take out manure weekly, which is faster than the seven to ten days from egg to fly. Stack it 30 meters from wells and out of the path of rain. A roof or a tarp pays for itself in nitrogen. Dust from dry litter harms the lungs: wear a mask, wet it lightly before loading, and change clothes before you hold a baby or visit another flock.',
    ),
  ],
};
